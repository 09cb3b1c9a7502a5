// Runs before the first paint, so that nobody sees the wrong theme, language or sign-in button flash by.
(() => {
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
  if (stored('access_token') !== null) page.dataset.session = 'stored';

  // On a first visit of `/` the browser's language decides.
  const locales = (page.dataset.locales ?? '').split(' ');
  if (location.pathname !== '/' || locales.includes(stored('locale'))) return;
  const wanted = navigator.languages
    .flatMap((language) => [language.toLowerCase(), language.toLowerCase().split('-')[0]])
    .find((language) => locales.includes(language));
  if (wanted !== undefined && wanted !== locales[0]) location.replace(`/${wanted}${location.search}`);
})();
