// Runs before the first paint, so that nobody sees the wrong theme, language or sign-in button flash by.
(() => {
  const ANSWER_MS = 10_000;
  const page = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is withheld: the browser decides.
      return null;
    }
  };
  const choice = stored('theme');
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.dataset.theme = dark ? 'dark' : 'light';
  for (const bar of document.querySelectorAll('meta[name="theme-color"]'))
    bar.media = bar.dataset.theme === page.dataset.theme ? 'all' : 'not all';
  const token = stored('access_token');
  if (token !== null) page.dataset.session = 'stored';

  // Visitors of a page of a session.
  const { login, profile, list } = document.currentScript.dataset;
  if (login !== undefined && token === null) {
    const wanted = location.pathname + location.search + location.hash;
    location.replace(`${login}?${new URLSearchParams({ redirect: wanted })}`);
    return;
  }

  // What the page will ask for first is on its way while its scripts are; `early-answers.ts` takes it over.
  if (login !== undefined) {
    const ask = (address) =>
      fetch(address, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(ANSWER_MS) }).then(
        (answer) => (answer.ok ? answer : null),
        () => null,
      );
    const answers = { [profile]: ask(profile) };
    // With a query it is another list.
    if (list !== undefined && location.search === '') answers[list] = ask(list);
    window.earlyAnswers = { token, answers };
  }

  // `/` opens in the stored language, else in the browser's.
  if (location.pathname !== '/') return;
  const locales = (page.dataset.locales ?? '').split(' ');
  const kept = locales.find((locale) => locale === stored('locale'));
  // Reloaded, gone back to, or linked to from a page of this site it is the one that was chosen.
  const isNew = performance.getEntriesByType('navigation')[0]?.type === 'navigate';
  if (kept !== undefined && (!isNew || document.referrer.startsWith(`${location.origin}/`))) return;
  const browser = navigator.languages
    .flatMap((language) => [language.toLowerCase(), language.toLowerCase().split('-')[0]])
    .find((language) => locales.includes(language));
  const wanted = kept ?? browser;
  if (wanted !== undefined && wanted !== locales[0]) location.replace(`/${wanted}${location.search}`);
})();

/**
 * A prerendered page is read before it works: its scripts, the first of which starts the others, are asked for when the
 * text and the images above the fold are there, at the first touch or key, or at the latest after `PATIENCE_MS`.
 */
(() => {
  const PATIENCE_MS = 3_000;
  const [entry, ...others] = (document.currentScript.dataset.scripts ?? '').split(' ');
  if (entry === '') return;

  // On a phone its scripts do not share the line with images below the fold, unless somebody moves towards these.
  const waiting = new CSSStyleSheet();
  waiting.replaceSync('@media (width < 40rem) { [data-below-fold] img { display: none } }');
  document.adoptedStyleSheets.push(waiting);
  const showAll = () => {
    waiting.disabled = true;
  };
  for (const type of ['app-ready', 'app-missing', 'scroll', 'pointerdown', 'keydown'])
    addEventListener(type, showAll, { capture: true, once: true, passive: true });

  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const href of others) {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' });
      document.head.append(link);
    }
    // What cannot be fetched leaves the page as it was prerendered; any other error is a fault.
    import(entry).catch((error) => {
      dispatchEvent(new Event('app-missing'));
      if (!/dynamically imported module|importing a module script/i.test(error.message)) throw error;
    });
  };
  // Without images the page is loaded before it is painted; those of a list come after it (`first-images.js`).
  const painted = () => Promise.resolve(window.imagesShown).then(start);
  addEventListener('load', () => new PerformanceObserver(painted).observe({ type: 'paint', buffered: true }));
  setTimeout(start, PATIENCE_MS);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { capture: true, passive: true });

  // What was pressed before it works is pressed again once it does; links need no script.
  let pressed = null;
  const keep = (event) => {
    const control = event.target instanceof Element ? event.target.closest('button, label, input[type="radio"]') : null;
    if (control === null) return;
    event.preventDefault();
    pressed = control;
  };
  addEventListener('click', keep, { capture: true });
  const letGo = () => removeEventListener('click', keep, { capture: true });
  addEventListener('app-missing', letGo);
  addEventListener('app-ready', () => {
    letGo();
    pressed?.click();
  });
})();

/** Most browsers never ask again for a script that failed: only a new page helps, and the line has a link to it. */
(() => {
  const showLine = () => {
    document.getElementById('stuck')?.removeAttribute('hidden');
    addEventListener('online', () => location.reload());
  };
  addEventListener('app-missing', showLine);
  // A page without prerendered content asks for its script itself.
  addEventListener('error', ({ target }) => target.type === 'module' && showLine(), { capture: true });
})();
