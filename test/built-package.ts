import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Set up once for a run of tests: the worker threads of SQLite run what was built, and the simulator and operators have pages that
 * were built, so each is built when it is old.
 */
export default function setup(): void {
  if (newest('dist', 'page') <= newest('src')) {
    // The same declarations in a third of the time: `npm run types` looks for mistakes.
    run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck')
    run('scripts/bundle.js')
  }
  if (Math.min(newest('dist/page'), newest('dist/page-operations')) > newest('ui')) return
  for (const page of ['ui', 'ui/operations'])
    run('node_modules/vite/bin/vite.js', 'build', '--config', `${page}/vite.config.ts`)
}

function run(tool: string, ...args: string[]): void {
  // What ships: vitest's own NODE_ENV makes the page larger.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [join(root, tool), ...args], { cwd: root, env, stdio: 'inherit' })
}

/** ms, when a file of the folder was last written, but for those of a folder in it; 0 when there is none. */
function newest(folder: string, except = ''): number {
  try {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter(
      (file) => except === '' || !join(file.parentPath, file.name).startsWith(join(root, folder, except)),
    )
    return Math.max(0, ...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
  } catch {
    return 0
  }
}
