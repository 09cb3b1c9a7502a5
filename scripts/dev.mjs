/** `npm run dev`: as `npm start`, with the web app from its sources and the API anew after each change. */
process.argv.push('--dev');
await import('./start.mjs');
