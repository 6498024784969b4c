"""The calculator for documents; what is typed is asked by a question (`ops.rules.calculator`)."""

from ops.answers.calculator import CalculationDocument, calculated
from ops.doors.declare import Asked
from ops.house import House
from ops.http.address import address
from projections.queries.calculation.question import Calculation


@address("POST", "/v1/calculator", Asked, CalculationDocument, body=Calculation, shows="list")
def calculate(house: House, _asked: Asked, body: Calculation) -> CalculationDocument:
    """Calculate a first rating or the change of a rating from typed numbers, with worksheet.

    The columns of the edition compute it, as they compute a list. Nothing is recorded.
    """
    return calculated(body, house.today())
