import { readWebSettings } from '../src/config/settings';

export const webSettings = readWebSettings({ VITE_API_BASE: 'http://localhost/api' });
