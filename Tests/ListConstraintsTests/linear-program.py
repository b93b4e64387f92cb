#!/usr/bin/env python3
"""Compares solutions of ListConstraints with those of a linear program, scipy's `linprog`.

    LISTSTORE_SOAK=1 LISTSTORE_SYSTEMS=/tmp/systems.jsonl swift test --filter ListConstraintsTests
    python3 Tests/ListConstraintsTests/linear-program.py /tmp/systems.jsonl

Each line of the file is a system and the values that were computed for it. The program minimises, priority
by priority, the sum by which the constraints of a priority are missed, and keeps the sums that it has found.
The values must satisfy all required constraints, and miss each priority by no more than that sum.
"""
import json
import sys

import numpy
from scipy.optimize import linprog

REQUIRED = 1000


def miss(constraint, values):
    total = constraint["constant"] + sum(f * v for f, v in zip(constraint["factors"], values))
    return {"equal": abs(total), "lessOrEqual": max(0, total), "greaterOrEqual": max(0, -total)}[
        constraint["relation"]
    ]


def inequalities(constraint, number, width, errors):
    """The constraint as rows of `row · x <= bound`, with its error, if it has one."""
    signs = {"equal": (1, -1), "lessOrEqual": (1,), "greaterOrEqual": (-1,)}[constraint["relation"]]
    for sign in signs:
        row = numpy.zeros(width)
        row[: len(constraint["factors"])] = [sign * f for f in constraint["factors"]]
        if number in errors:
            row[errors[number]] = -1
        yield row, -sign * constraint["constant"]


def least_misses(system):
    """The least sum of misses of each priority below the required one, the highest first."""
    constraints = system["constraints"]
    count = len(system["areLengths"])
    optional = [n for n, c in enumerate(constraints) if c["priority"] < REQUIRED]
    errors = {n: count + place for place, n in enumerate(optional)}
    width = count + len(optional)
    rows, bounds = [], []
    for number, constraint in enumerate(constraints):
        for row, bound in inequalities(constraint, number, width, errors):
            rows.append(row)
            bounds.append(bound)
    ranges = [(0 if is_length else None, None) for is_length in system["areLengths"]]
    ranges += [(0, None)] * len(optional)
    sums = []
    for priority in sorted({constraints[n]["priority"] for n in optional}, reverse=True):
        cost = numpy.zeros(width)
        for number in optional:
            if constraints[number]["priority"] == priority:
                cost[errors[number]] = 1
        answer = linprog(cost, A_ub=numpy.array(rows), b_ub=bounds, bounds=ranges, method="highs")
        if answer.status != 0:
            raise SystemExit(f"seed {system['seed']}: {answer.message}")
        sums.append((priority, answer.fun))
        rows.append(cost)
        # More than the tolerance of the program, which finds no solution otherwise.
        bounds.append(answer.fun + 1e-6)
    return sums


def difference(system):
    """What is wrong with the values of a system; nothing if they are as good as those of the program."""
    constraints, values = system["constraints"], system["values"]
    for value, is_length in zip(values, system["areLengths"]):
        if is_length and value < -1e-6:
            return f"a length is {value}"
    for constraint in constraints:
        if constraint["priority"] == REQUIRED and miss(constraint, values) > 1e-5:
            return f"a required constraint is missed by {miss(constraint, values)}"
    for priority, least in least_misses(system):
        own = sum(miss(c, values) for c in constraints if c["priority"] == priority)
        if abs(own - least) > 1e-3:
            return f"priority {priority} is missed by {own}, and could be by {least}"
    return None


def main():
    counts = {False: 0, True: 0}
    failures = 0
    for line in open(sys.argv[1]):
        system = json.loads(line)
        counts[system["isChanged"]] += 1
        text = difference(system)
        if text:
            failures += 1
            print(f"seed {system['seed']}, changed {system['isChanged']}: {text}")
    print(f"{counts[False]} systems, {counts[True]} with changed constants: {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
