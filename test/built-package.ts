import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Set up once for a run of tests: the worker threads of SQLite run what was built, so it is built when it is old. */
export default function setup(): void {
  if (newest('dist') > newest('src')) return
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  })
}

/** ms, when a file of the folder was last written; 0 when there is none. */
function newest(folder: string): number {
  try {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    return Math.max(0, ...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
  } catch {
    return 0
  }
}
