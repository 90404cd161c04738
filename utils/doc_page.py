"""The code blocks of a page of docs/, for scripts that check that they are true."""


class Untrue(Exception):
    """What the page says isn't so."""


def blocks(text):
    """The code blocks as (last line of text before it, language, code)."""
    found, before, lines = [], "", iter(text.splitlines())
    for line in lines:
        if not line.startswith("```"):
            before = line.strip() or before
            continue
        code = []
        for inside in lines:
            if inside == "```":
                break
            code.append(inside)
        else:
            raise Untrue("a code block doesn't end")
        found.append((before, line[3:], "\n".join(code) + "\n"))
        before = ""
    return found
