"""Makes pictures of a report: pictures.py REPORT.html FOLDER [NAME...]"""

import pathlib
import sys
import tempfile

from PIL import Image, ImageChops, ImageStat

import chromium

WIDE, PHONE = (1440, 1000), (390, 844)


def day(browser, page, file):
    """The outage, with what led there and what came of it."""
    browser.open(page)
    browser.press("n")
    browser.press("n")
    browser.evaluate("new Promise((done) => setTimeout(done, 200))")
    browser.picture(file, height=min(1400, length(browser)))


def dark(browser, page, file):
    browser.prefer(prefers_color_scheme="dark", prefers_reduced_motion="reduce")
    browser.open(page)
    browser.picture(file, height=WIDE[1])


def forced_colors(browser, page, file):
    browser.prefer(
        forced_colors="active", prefers_color_scheme="dark", prefers_reduced_motion="reduce"
    )
    browser.open(page)
    browser.picture(file, height=WIDE[1])


def phone(browser, page, file):
    browser.screen(*PHONE, phone=True)
    browser.open(page)
    browser.picture(file, height=2 * PHONE[1])


def printed(browser, page, file):
    browser.open(page)
    with tempfile.TemporaryDirectory() as folder:
        pdf = pathlib.Path(folder, "report.pdf")
        browser.pdf(pdf)
        chromium.pages(pdf, folder)[0].replace(file)


def without_script(browser, page, file):
    browser.open(page, scripts=False)
    browser.picture(file, height=min(WIDE[1], length(browser)))


PICTURES = {
    "report.png": day,
    "report-phone.png": phone,
    "report-dark.png": dark,
    "report-forced-colors.png": forced_colors,
    "report-print.png": printed,
    "report-without-script.png": without_script,
}


def length(browser):
    return browser.evaluate("document.documentElement.scrollHeight")


def make(browser, page, name, folder):
    """Makes one picture, in few colours, so that it is small."""
    browser.screen(*WIDE)
    browser.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    file = pathlib.Path(folder, name)
    PICTURES[name](browser, page, file)
    with Image.open(file) as picture:
        few = picture.convert("RGB").quantize(128, kmeans=1, dither=Image.Dither.NONE)
    few.save(file, optimize=True)
    return file


def difference(file, other):
    """How far two pictures are from each other in the large, from 0 to 255; None of unlike size."""
    one, two = (Image.open(name).convert("L") for name in (file, other))
    if any(abs(a - b) > 0.05 * b for a, b in zip(one.size, two.size)):
        return None
    apart = ImageChops.difference(*(p.resize((64, 64), Image.Resampling.BOX) for p in (one, two)))
    return ImageStat.Stat(apart).mean[0]


def is_blank(file):
    """Whether there is next to nothing to see, as of a page that has not drawn itself."""
    grey = Image.open(file).convert("L")
    most = max(grey.histogram())
    return most > 0.99 * grey.width * grey.height


def main(page, folder, *names):
    with chromium.Browser(chromium.find(), *WIDE) as browser:
        for name in names or PICTURES:
            file = make(browser, page, name, folder)
            print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(*sys.argv[1:])
