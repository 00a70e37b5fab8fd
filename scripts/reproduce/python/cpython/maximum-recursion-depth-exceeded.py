# /// script
# requires-python = ">=3.12"
# dependencies = []
# ///
"""A tree deeper than the stack."""


def chain(length):
    node = []
    for _ in range(length):
        node = [node]
    return node


def depth(node):
    return 1 + max((depth(child) for child in node), default=0)


def depth_loop(root):
    deepest, stack = 0, [(root, 1)]
    while stack:
        node, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in node)
    return deepest


def trigger():
    depth(chain(20_000))


def fixed():
    print(depth_loop(chain(20_000)))
