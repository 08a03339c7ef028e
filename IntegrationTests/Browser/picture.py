"""Makes a picture of a report: picture.py REPORT.html OUT.png [TEXT OF THE MARK TO SHOW]"""

import base64
import json
import sys

import chromium

page, picture, *wanted = sys.argv[1:]
with chromium.Browser(chromium.find(), width=1600, height=1400) as browser:
    browser.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    browser.open(page)
    if wanted:
        browser.evaluate(
            "[...document.querySelectorAll('.mark')].find((mark) =>"
            f"mark.getAttribute('aria-label').includes({json.dumps(wanted[0])})).focus()"
        )
        browser.evaluate("document.getElementById('narrower').click()")
        browser.evaluate("document.getElementById('scroller').scrollLeft = 0")
    height = browser.evaluate(
        "document.getElementById('timeline').getBoundingClientRect().bottom + 20"
    )
    shot = browser.call(
        "Page.captureScreenshot", clip={"x": 0, "y": 0, "width": 1600, "height": height, "scale": 1}
    )
    with open(picture, "wb") as file:
        file.write(base64.b64decode(shot["data"]))
