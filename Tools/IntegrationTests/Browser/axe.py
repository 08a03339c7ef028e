"""Asks axe-core, which .ci/tools installs, what a page makes hard for somebody."""

import json
import pathlib

TOOLS = pathlib.Path(__file__).parents[3] / ".build/tools"
TAGS = [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice",
]


def find():
    """Where its script is, or None."""
    return next(TOOLS.glob("lib/python3*/site-packages/pytest_playwright_axe/resources/axe.min.js"), None)


def findings(browser, selector="html", without=(), unsure=False):
    """A line for each rule that the page breaks below an element, with what breaks it.

    Rules are left out by name. Those of which axe is not sure are told instead, if these are wanted.
    """
    # It waits for timers, which a page without scripts has not; what is there stays as it is.
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    if not browser.evaluate("typeof axe === 'object'"):
        browser.evaluate(find().read_text(encoding="utf-8") + "; 0")
    options = {
        "runOnly": {"type": "tag", "values": TAGS},
        "rules": {"target-size": {"enabled": True}, **{name: {"enabled": False} for name in without}},
        "preload": False,
    }
    kind = "incomplete" if unsure else "violations"
    return browser.evaluate(f"""(async () => {{
      const found = await axe.run({json.dumps(selector)}, {json.dumps(options)});
      if (found.passes.length === 0) throw new Error("axe has looked at nothing");
      return found.{kind}.map((rule) => `${{rule.id}}, ${{rule.impact}}: ${{rule.help}}: ` + rule.nodes
        .map((node) => node.target.join(" ") + " " + node.failureSummary.replace(/\\s+/g, " "))
        .join("; "));
    }})()""")
