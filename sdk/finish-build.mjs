import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const dist = new URL('dist/', import.meta.url);

// The package is ESM; this folder of it is not, and Node and TypeScript ask the nearest package.json.
writeFileSync(new URL('cjs/package.json', dist), '{ "type": "commonjs" }\n');

// The compiler leaves `./form.ts` in declarations. Newer compilers find the declaration behind it, older ones do not.
for (const path of readdirSync(dist, { recursive: true })) {
  if (!path.endsWith('.d.ts')) continue;
  const file = new URL(path, dist);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}
