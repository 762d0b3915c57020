// Makes `dist` out of `src`: a file for each entry of the package, and the parts that they share in `dist/chunks`. Some 580 files
// took 250 ms to import; these take 105 (`npm run bench:curves -- --only starts`). Names and doc comments stay, so that what
// an application's errors show can be read. TypeBox is in it, which alone is 247 files; its types come from its own package.
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { rolldown } from 'rolldown'

const root = new URL('..', import.meta.url).pathname
const { bin, dependencies, exports, imports, peerDependencies } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
)
const entries = [
  ...Object.values(exports).map((entry) => entry.default ?? entry),
  ...Object.values(bin),
  // Node is given these by their place: see src/cli/dev/app-command.ts.
  ...['cli/dev/host', 'cli/dev/preload'].map((name) => `./dist/${name}.js`),
]
const installed = Object.keys({ ...dependencies, ...peerDependencies })
// It stays where it says that it is: the others find files of the package from there.
const ownFolder = 'own-folder'
const typebox = '@sinclair/typebox'
const licence = readFileSync(`${root}node_modules/${typebox}/license`, 'utf8')

await bundle(entries, {
  chunkFileNames: ({ name }) => (name === ownFolder ? '[name].js' : 'chunks/[name].js'),
  codeSplitting: {
    groups: [
      { name: 'typebox', test: /[\\/]node_modules[\\/]@sinclair[\\/]typebox[\\/]/ },
      { name: ownFolder, test: /[\\/]src[\\/]own-folder\.ts$/ },
    ],
  },
  banner: ({ name }) => (name === 'typebox' ? `/*!\n${typebox}\n\n${licence}*/` : ''),
})
// What a thread runs is one file: three threads read it while the application starts, and each is there 9 ms sooner.
await bundle(Object.values(imports), { codeSplitting: false })

async function bundle(files, output) {
  const names = files.flatMap((file) => /^\.\/dist\/(.*)\.js$/.exec(file)?.[1] ?? [])
  const made = await rolldown({
    cwd: root,
    input: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    external: (id) =>
      !id.startsWith(typebox) && (isBuiltin(id) || installed.some((name) => `${id}/`.startsWith(`${name}/`))),
    platform: 'node',
    transform: { target: 'es2023' },
    // Something that is imported and isn't there, say.
    onLog(level, log) {
      throw new Error(`${level}: ${log.message}`)
    },
  })
  await made.write({ dir: 'dist', format: 'esm', entryFileNames: '[name].js', keepNames: true, ...output })
  await made.close()
}
