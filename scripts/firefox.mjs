/** Finds a Firefox for the journey in a second engine, or installs Debian's: FIREFOX_PATH, the system's, the package. */
import { apt, asRoot, executable, MissingError, onDebian, onPath } from './system.mjs';

const SYSTEM_NAMES = ['firefox-esr', 'firefox'];
const MAC_APP = '/Applications/Firefox.app/Contents/MacOS/firefox';

const findInSystem = () => [...SYSTEM_NAMES.map(onPath), MAC_APP].find((path) => path && executable(path));

/** The environment with which the journey starts. Rejects with a message and its `remedy`. */
export async function bringFirefox() {
  let path = process.env.FIREFOX_PATH ?? findInSystem();
  if (!path && asRoot && onDebian()) {
    console.log("Installing Debian's Firefox for the journey in it …");
    await apt('firefox-esr');
    path = findInSystem();
  }
  if (path && executable(path)) return { FIREFOX_PATH: path };
  throw new MissingError(
    path ? `FIREFOX_PATH names ${path}, which is no program.` : 'No Firefox was found, and none could be installed.',
    'Install Firefox 129 or later, or set FIREFOX_PATH to its executable.',
  );
}
