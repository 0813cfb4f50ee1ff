"""Tables of Markdown, and their numbers."""


def number(value):
    """
    >>> [number(value) for value in (38214.4, 315.26, 9.84, 0.5249)]
    ['38,214', '315', '9.8', '0.52']
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 2 else f"{value:.2f}"


def table(heads, rows, words=1):
    """A table whose first columns, so many, are words; the others are numbers.

    >>> print(table(["a", "b"], [["x", "1"]]))
    | a | b |
    | --- | ---: |
    | x | 1 |
    """
    rules = ["---"] * words + ["---:"] * (len(heads) - words)
    return "\n".join(f"| {' | '.join(line)} |" for line in [heads, rules, *rows])


def facts(title, text, rows):
    """A section of single values with their names."""
    return f"\n## {title}\n\n{text}{table(['', ''], rows, 2)}\n"
