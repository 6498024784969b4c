"""Shares: one client leaves room for the others, and waiting clients get a turn."""

import asyncio

import pytest

from ops.http.shares import Shares, Slot


def test_one_client_takes_its_part_and_another_the_rest():
    shares = Shares(5, 3)
    assert [shares.take("a") for _ in range(4)] == [True, True, True, False]
    assert [shares.take("b") for _ in range(3)] == [True, True, False]
    shares.give_back("a")
    assert [shares.take("a"), shares.take("c")] == [True, False]


@pytest.mark.parametrize(("number", "taken"), [(2, True), (3, True), (4, False)])
def test_several_are_taken_at_once_or_none(number, taken):
    shares = Shares(10, 3)
    assert shares.take("a", number) is taken
    assert shares.take("a", 3) is not taken


def test_who_waits_gets_a_turn_in_the_order_of_coming_but_never_more_than_a_part():
    """Two of `a` work, a third waits; `b` comes later and passes by."""

    async def served():
        shares, order = Shares(3, 2), []

        async def work(client, name):
            await shares.wait(client)
            order.append(name)

        tasks = [asyncio.create_task(work("a", f"a{number}")) for number in range(4)]
        tasks.append(asyncio.create_task(work("b", "b0")))
        await asyncio.sleep(0)
        assert order == ["a0", "a1", "b0"]
        for client in ("a", "b", "a"):
            shares.give_back(client)
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        return order

    assert asyncio.run(served()) == ["a0", "a1", "b0", "a2", "a3"]


@pytest.mark.parametrize("in_the_moment_of_its_turn", [False, True])
def test_who_waits_no_longer_takes_nothing(in_the_moment_of_its_turn):
    async def left():
        shares = Shares(1, 1)
        assert shares.take("a")
        waiting = asyncio.create_task(shares.wait("b"))
        await asyncio.sleep(0)
        if in_the_moment_of_its_turn:
            shares.give_back("a")
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        if not in_the_moment_of_its_turn:
            shares.give_back("a")
        return shares.take("c")

    assert asyncio.run(left())


def test_a_slot_is_given_back_once():
    async def given():
        shares = Shares(2, 2)
        slot, other = Slot(shares, "a"), Slot(shares, "a")
        assert slot.take()
        assert other.take()
        slot.give_back()
        slot.give_back_soon()
        await asyncio.sleep(0)
        return [shares.take("a") for _ in range(2)]

    assert asyncio.run(given()) == [True, False]
