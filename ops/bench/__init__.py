"""Speed, in a single run on a machine: ratios to other programs, absolute numbers beside them.

    python -m ops.bench.peers          once: the peers, in an environment of their own
    python -m ops.bench                about fifteen minutes
    python -m ops.bench --quick        about two minutes: does it run at all
    python -m ops.bench --full         500 000 players, 120 lists, 20 million games
    python -m ops.bench --growth       what grows with games and players: about ten minutes
    python -m ops.bench --billion      a billion games proved by eras: about two hours
    python -m ops.bench --world        a month of the world: about fifteen minutes
    python -m ops.bench.walk           another measure: how often a computation turns back

Only ratios carry over to another machine. Replays, peers and questions are measured in processor
time, so that other work of the machine does not change the ratios; appends and look-ups by the
clock. The targets are those of the design: T1 period replay from arrays (FIDE's months, UISP's
quarters), T2 replay from the truth, T4 the same against the log of `eventsourcing`, T5 durable
append, T6 look-up as of a day, T8 chained replay (draughts), T10 answers of a server, T11 previews,
T12 the one answer of each page, T13 the pages, G1 imports after many lists, G4 a file of known
players in a large register, G5 a thousand results supposed otherwise, G7 reports of many clients at
once, G8 a search by name, G9 proofs by eras. `--billion` has T9, `--world` G6; `--growth` has G1
(close and question), G2, G3, G9 and the first questions of T11. The others are stated for 2 million
games. In a smaller world each list costs more than its games: its lines say `small` in place of met
or missed.
"""
