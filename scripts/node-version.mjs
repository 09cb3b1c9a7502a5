/** Imported first, and written for old versions too: says which Node is needed instead of failing on syntax later. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: 20.19 or newer is needed (20, 22 and 24 are tested).`);
  process.exit(1);
}
