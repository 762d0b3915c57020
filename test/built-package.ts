import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Set up once for a run of tests: the worker threads of SQLite run what was built, and the simulator and operators have pages that
 * were built, so each is built when it is old.
 */
export default async function setup(): Promise<void> {
  const tools: string[][] = []
  if (newest('dist', 'page') <= newest('src')) {
    // The same declarations in a third of the time: `npm run types` looks for mistakes.
    tools.push(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'], ['scripts/bundle.js'])
  }
  if (Math.min(newest('dist/page'), newest('dist/page-operations')) <= newest('ui')) {
    for (const page of ['ui', 'ui/operations'])
      tools.push(['node_modules/vite/bin/vite.js', 'build', '--config', `${page}/vite.config.ts`])
  }
  await Promise.all(tools.map(run))
}

async function run([tool = '', ...args]: readonly string[]): Promise<void> {
  // What ships: vitest's own NODE_ENV makes the page larger.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [join(root, tool), ...args], { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${tool} ended with ${code}`)
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
