"""Looks at the inspector in a browser, from outside.

    inspector.py looks ADDRESS FOLDER     axe-core on each kind of view, light and dark, wide and narrow; screenshots
    inspector.py scrub ADDRESS LIST       memory while thousands of versions are gone through; a text that is nowhere
    inspector.py rows ADDRESS LIST        a list higher than a browser's tallest element

Prints a line for each thing that is wrong, and how much was looked at as the last one.
"""

import os
import sys
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError, sync_playwright

WIDE, NARROW = (1440, 900), (390, 844)
# What is looked at: the address, what must be there, and in which windows.
VIEWS = {
    "lists": ("?", ".list-row a", (WIDE, NARROW)),
    "version": ("?list=home", "#details dd", (WIDE, NARROW)),
    "cell": ("?list=home&at=8&cell=c3", "#history .then", (WIDE, NARROW)),
    "frames": ("?list=home&at=8&frames", ".frame", (WIDE, NARROW)),
    "side": ("?list=home&at=9&from=3&view=side", ".phone.old .cell", (WIDE, NARROW)),
    "over": ("?list=home&at=9&from=3&view=over", ".phone.old .cell", (WIDE, NARROW)),
    "found": ("?list=home&text=c1&pane=versions", ".version", (WIDE, NARROW)),
    "changes": ("?list=home&at=9&from=3&pane=changes", "#tree .leaf", (NARROW,)),
    "details": ("?list=home&at=9&pane=details", "#details dd", (NARROW,)),
    "warned": ("?list=home&at=3&fp=00000000", "#alert button", (WIDE,)),
    "keys": ("?list=home&at=3", "#tree .leaf", (WIDE,)),
}


def until(page, expression, seconds=60):
    """Waits until an expression is true; Playwright's own way would need a page that may evaluate strings."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} s: {expression}")
        page.wait_for_timeout(20)


class Looking:
    def __init__(self, browser, address):
        self.browser = browser
        self.address = address
        self.axe = Axe()
        self.wrong = []
        self.count = 0

    def page(self, size):
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="light", reduced_motion="reduce"
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error.message}"))
        page.on("console", lambda said: said.type == "error" and self.wrong.append(f"console: {said.text}"))
        return page

    def look(self, page, name, size, scheme, rules=None):
        # Of what is well, nothing is told: that would be most of the time.
        options = {"resultTypes": ["violations"]}
        if rules:
            options["runOnly"] = {"type": "rule", "values": rules}
        findings = self.axe.run(page, options=options).response["violations"]
        for finding in findings:
            first = finding["nodes"][0]
            self.wrong.append(f"{name}, {size[0]}, {scheme}: {finding['id']}: {finding['help']}: {first['html'][:200]}")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > size[0]:
            self.wrong.append(f"{name}, {size[0]}: it is {width} wide, and scrolls sideways")
        self.count += 1

    def looks(self, folder):
        for size in (WIDE, NARROW):
            page = self.page(size)
            for name, (query, there, sizes) in VIEWS.items():
                if size not in sizes:
                    continue
                page.emulate_media(color_scheme="light")
                page.goto(self.address + query)
                page.wait_for_selector(there, state="attached")
                page.wait_for_selector("#counts:not(.waiting)", state="attached") if "list=" in query else None
                if name == "keys":
                    page.keyboard.press("?")
                    page.wait_for_selector("dialog[open]")
                page.screenshot(path=f"{folder}/{name}-{size[0]}-light.png")
                self.look(page, name, size, "light")
                # The elements are the same in the dark, and so are all findings but those of colours.
                if "list=" in query:
                    with page.expect_response(lambda answer: "appearance=dark" in answer.url):
                        page.emulate_media(color_scheme="dark")
                    until(page, "getComputedStyle(document.documentElement).colorScheme === 'dark'")
                else:
                    page.emulate_media(color_scheme="dark")
                page.screenshot(path=f"{folder}/{name}-{size[0]}-dark.png")
                self.look(page, name, size, "dark", ["color-contrast", "link-in-text-block"])
            page.context.close()
        print(f"{self.count} views, {len(self.wrong)} wrong")

    # Long runs

    def memory(self, session):
        session.send("HeapProfiler.collectGarbage")
        metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return {name: int(metrics[name]) for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}

    def scrub(self, list):
        page = self.page(WIDE)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        page.goto(f"{self.address}?list={list}")
        page.wait_for_selector(".cell")
        newest = int(page.get_attribute("#bar", "aria-valuemax"))
        steps = """(steps) => new Promise((done) => {
          let left = steps
          const bar = document.querySelector("#bar")
          const step = () => {
            if (left-- === 0) return done()
            bar.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }))
            setTimeout(step, 8)
          }
          step()
        })"""
        before = None
        expected = newest
        # The first ones fill what the page keeps, and the browser compiles what runs often.
        for number in (2000, 5000):
            page.evaluate(steps, number)
            expected -= number
            until(page, f"document.querySelector('.caption b').textContent.endsWith('{expected:,}')", 300)
            now = self.memory(session)
            print(f"after {newest - expected} versions: {now}", flush=True)
            if before:
                for name, value in now.items():
                    if value > 1.05 * before[name] + 100:
                        self.wrong.append(f"{name} has grown from {before[name]} to {value}")
            before = now
        page.keyboard.press("/")
        begun = time.monotonic()
        page.keyboard.type("nowhere to be found")
        until(page, "document.querySelector('.found').textContent === '0 versions found'", 300)
        print(f"a text that is nowhere: looked for in {newest} versions for {time.monotonic() - begun:.1f} s")
        print(f"5000 versions, {len(self.wrong)} wrong")

    def rows(self, list):
        page = self.page(WIDE)
        page.set_default_timeout(300_000)
        page.goto(f"{self.address}?list={list}")
        page.wait_for_selector(".cell")
        total = int(page.inner_text(".caption .quiet").split()[0].replace(",", ""))
        height = page.evaluate("document.querySelector('.pad').clientHeight")
        if height > 10_000_000:
            self.wrong.append(f"an element is {height} high")
        looked = 0
        for row in (1, total // 3, total // 2, total - 20, 7):
            page.click(".caption .quiet")
            page.keyboard.type(str(row))
            page.keyboard.press("Enter")
            # Cell n of the list is named cn.
            try:
                until(page, f"[...document.querySelectorAll('.cell')].some((cell) => cell.dataset.id === 'c{row}')")
            except TimeoutError:
                self.wrong.append(f"row {row} is not shown")
            if page.evaluate("document.querySelectorAll('*').length") > 1_500:
                self.wrong.append(f"there are more than 1,500 elements at row {row}")
            looked += 1
        # By wheel, over the end of a block.
        page.mouse.move(600, 500)
        page.evaluate("document.querySelector('.scroller').scrollTop = 7_900_000")
        until(page, "document.querySelector('.scroller').scrollTop < 7_000_000")
        ids = "[...document.querySelectorAll('.cell')].map((cell) => Number(cell.dataset.id.slice(1)))"
        until(page, f"({ids})[0] > 100_000")
        first = page.evaluate(ids)
        page.mouse.wheel(0, 400)
        until(page, f"({ids})[0] > {first[0]}")
        now = page.evaluate(ids)
        if now != [*range(now[0], now[-1] + 1)] or now[0] - first[0] > 50:
            self.wrong.append(f"after the end of a block: {first[:3]}, then {now[:3]}")
        print(f"{looked} rows of {total}, {len(self.wrong)} wrong")


def main():
    what, address, argument = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["CHROMIUM"], args=["--no-sandbox", "--disable-gpu"]
        )
        looking = Looking(browser, address)
        try:
            getattr(looking, what)(argument)
        finally:
            for line in looking.wrong:
                print(line)
            browser.close()
    sys.exit(1 if looking.wrong else 0)


if __name__ == "__main__":
    main()
