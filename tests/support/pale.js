// What has too little contrast (WCAG 2.2, 1.4.3 and 1.4.11) with what is behind it.
() => {
  const of = colour => colour.match(/[\d.]+/g).map(Number);
  const light = colour => of(colour).slice(0, 3).map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0.05);
  const contrast = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
  const canvas = getComputedStyle(document.body).backgroundColor;
  const behind = one => {
    for (; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (of(colour)[3] !== 0) return colour;
    }
    return canvas;
  };
  const least = (one, pseudo) => {
    const style = getComputedStyle(one, pseudo);
    if (pseudo) {
      const border = parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : canvas;
      return Math.max(contrast(border, canvas), contrast(style.backgroundColor, canvas)) >= 3;
    }
    if (one.localName === "text") return contrast(style.fill, canvas) >= 4.5;
    if (one.closest("svg")) {
      const drawn = [style.stroke, style.fill].filter(colour => colour.startsWith("rgb"));
      return drawn.some(colour => contrast(colour, canvas) >= 3);
    }
    return contrast(style.color, behind(one)) >= 4.5;
  };
  const texts = [...document.querySelectorAll("body *")].filter(one => one.checkVisibility()
    && !one.closest(".hidden, defs, .grid, title, desc")
    && (one.matches("input, select, textarea, svg.chart :is(text, path, circle, rect, .axis)")
        || !one.closest("svg") && [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())));
  const signs = [...document.querySelectorAll(".key span")].filter(one => one.checkVisibility());
  return [...texts.filter(one => !least(one)), ...signs.filter(one => !least(one, "::before"))]
    .map(one => one.outerHTML.slice(0, 150));
}
