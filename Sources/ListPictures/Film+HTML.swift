import ListRendering

extension Film {
  /// Returns the film as a page with a slider.
  ///
  /// Arrow keys go step by step; between two steps, cells that stay glide from one place to the
  /// other. The page loads nothing.
  ///
  /// - Returns: HTML.
  public func html() -> String {
    var screens = ""
    for (index, step) in steps.enumerated() {
      var writer = SVGWriter(.ofReaders(appearance))
      writer.openDocument(step.picture.size, scale: 1, describedAs: step.caption)
      step.drawScreen(in: &writer)
      writer.close("svg")
      let hidden = index == 0 ? "" : " hidden"
      screens += "<div class=\"step\"\(hidden)>\(writer.text)</div>\n"
    }
    let items = steps.enumerated().map { index, step in
      let details = [step.summary, step.note].filter { !$0.isEmpty }
        .map { "<small dir=\"auto\">\(SVGWriter.escaped($0))</small>" }
      let caption = SVGWriter.escaped(step.caption)
      return "<li><button data-step=\"\(index)\">\(caption)</button>\(details.joined())</li>"
    }.joined(separator: "\n")
    let body = """
      <div id="film">
      <figure id="stage">
      \(screens)</figure>
      <nav>
      <p><button id="play" aria-label="Play">▶</button>
      <input id="time" type="range" min="0" max="\(max(0, steps.count - 1))" value="0" step="0.02" \
      aria-label="Step"></p>
      <ol\(isNumbered ? "" : " class=\"plain\"")>
      \(items)
      </ol>
      </nav>
      </div>
      """
    return HTMLPage.page(
      title: title,
      appearance: appearance,
      body: body,
      style: Self.style,
      script: Self.script
    )
  }

  private static let style = """
    #film { display: flex; flex-wrap: wrap; gap: 32px; align-items: flex-start; }
    .step > svg { display: block; border-radius: 12px; }
    nav { flex: 1; min-width: 260px; max-width: 560px; position: sticky; top: 24px; }
    nav p { display: flex; gap: 12px; margin: 0 0 12px; }
    nav input { flex: 1; }
    nav ol { margin: 0; padding: 0 0 0 28px; max-height: 75vh; overflow: auto; }
    nav ol.plain { list-style: none; padding: 0; }
    nav button { font: inherit; color: inherit; background: none; border: 0; padding: 4px 6px; \
    border-radius: 6px; cursor: pointer; text-align: left; }
    nav #play { background: #5856d6; color: #fff; min-width: 40px; text-align: center; }
    nav li[aria-current] button { background: #5856d6; color: #fff; }
    nav small { display: block; padding: 0 6px 4px; color: #6e6e73; \
    color: light-dark(#6e6e73, #a1a1a6); overflow-wrap: anywhere; }
    .dark nav small { color: #a1a1a6; }
    .moving .touch { display: none; }
    /* Beside a screen, there is no room for the controls: they stay above it. */
    @media (max-width: 760px) {
    #film { flex-direction: column; gap: 12px; align-items: stretch; }
    nav { order: -1; flex: none; min-width: 0; max-width: none; top: 0; z-index: 1; \
    padding: 12px 0 8px; background: inherit; }
    nav ol { max-height: 22vh; }
    #film { background: inherit; }
    }
    """

  private static let script = """
    const steps = [...document.querySelectorAll('.step')];
    const items = [...document.querySelectorAll('nav li')];
    const time = document.getElementById('time');
    const play = document.getElementById('play');
    const screens = steps.map(step => step.querySelector('.screen'));
    const orders = screens.map(screen => [...screen.childNodes]);
    const places = screens.map(screen => {
      const map = new Map();
      for (const g of screen.querySelectorAll(':scope > g[data-id]')) {
        const [x, y] = g.getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
        map.set(g.dataset.id, { g, x, y, rest: g.getAttribute('transform').replace(/^[^)]*\\)/, '') });
      }
      return map;
    });
    // Cells that pass others are above them on the way.
    let raised = '';
    function raise(now, from, to) {
      const key = from === to ? '' : `${now} ${to}`;
      if (key === raised) return;
      raised = key;
      screens.forEach((screen, index) => screen.append(...orders[index]));
      if (!key) return;
      const cells = [...places[now].values()].map(place => place.g);
      const last = cells.at(-1);
      if (!last) return;
      const after = last.nextSibling;
      for (const g of cells) {
        const arrived = places[to].get(g.dataset.id);
        if (arrived && arrived.g.classList.contains('moved')) screens[now].insertBefore(g, after);
      }
    }
    // The present step is in sight of a list that is scrolled.
    const list = document.querySelector('nav ol');
    let seen = 0;
    function reveal(now) {
      if (now === seen || !items[now]) return;
      seen = now;
      const [item, room] = [items[now], list.clientHeight];
      list.scrollTop = item.offsetTop - list.offsetTop - (room - item.offsetHeight) / 2;
    }
    function show() {
      const t = Number(time.value);
      const from = Math.min(Math.floor(t), steps.length - 1);
      const to = Math.min(from + 1, steps.length - 1);
      const part = t - from;
      const now = part < 0.5 ? from : to;
      steps.forEach((step, index) => {
        step.hidden = index !== now;
        step.classList.toggle('moving', part > 0);
      });
      items.forEach((item, index) => {
        if (index === now) item.setAttribute('aria-current', 'step');
        else item.removeAttribute('aria-current');
      });
      reveal(now);
      raise(now, from, part > 0 ? to : from);
      for (const [id, place] of places[now] || []) {
        const other = places[now === from ? to : from].get(id);
        const share = now === from ? part : 1 - part;
        const x = other ? place.x + (other.x - place.x) * share : place.x;
        const y = other ? place.y + (other.y - place.y) * share : place.y;
        place.g.setAttribute('transform', `translate(${x} ${y})${place.rest}`);
        place.g.style.opacity = other || part === 0 ? '' : Math.max(0, 1 - 2 * share);
      }
    }
    let timer = null;
    function stop() { clearInterval(timer); timer = null; play.textContent = '▶'; }
    play.onclick = () => {
      if (timer) return stop();
      if (Number(time.value) >= steps.length - 1) time.value = 0;
      play.textContent = '❚❚';
      let rest = 0;
      timer = setInterval(() => {
        if (rest > 0) { rest -= 1; return; }
        const next = Math.round((Number(time.value) + 0.04) * 50) / 50;
        time.value = next;
        if (Math.abs(next - Math.round(next)) < 0.02) { time.value = Math.round(next); rest = 20; }
        show();
        if (Number(time.value) >= steps.length - 1) stop();
      }, 20);
    };
    time.oninput = show;
    document.querySelectorAll('nav li button').forEach(button => {
      button.onclick = () => { stop(); time.value = button.dataset.step; show(); };
    });
    document.addEventListener('keydown', event => {
      const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      stop();
      time.value = Math.round(Number(time.value)) + way;
      show();
    });
    if (steps.length) show();
    """
}
