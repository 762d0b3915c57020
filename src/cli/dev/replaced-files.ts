import {
  appendFileSync,
  type FSWatcher,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a process of the application finds the file that stands for those that were replaced. */
export const replacedVariable = 'MERCHANT_DEV_REPLACED'

/**
 * Many editors save a file by putting another in its place. On Linux `node --watch` sees that once, and goes on looking at the file that
 * is no more. So this looks at the folders, and writes to one file that is never replaced, which `node --watch` looks at too. It does
 * so too where `.env` is saved, which may not have been there when the application started.
 */
export class ReplacedFiles {
  /** What `node --watch` is to look at. */
  readonly file: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'merchant-dev-'))
  readonly #watchers: FSWatcher[] = []
  readonly #folders = new Set<string>()
  /** The numbers of the files as they were first seen: those `node --watch` looks at. 0 for one that was replaced. */
  readonly #seen = new Map<string, number>()
  #telling: NodeJS.Timeout | undefined

  /** @param root of the project: what it has installed, and folders that begin with a dot, are left out */
  constructor(root: string) {
    this.file = join(this.#folder, 'replaced')
    writeFileSync(this.file, '')
    this.#watch(root, (name) => {
      if (name === '.env') this.#tell()
    })
    // Elsewhere it looks at folders itself.
    if (process.platform === 'linux') this.#add(root)
  }

  close(): void {
    clearTimeout(this.#telling)
    for (const watcher of this.#watchers) watcher.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #add(folder: string): void {
    if (this.#folders.size >= mostFolders || this.#folders.has(folder)) return
    this.#folders.add(folder)
    this.#watch(folder, (name) => this.#look(join(folder, name), name))
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && isOwn(entry.name)) this.#add(path)
      else if (isRead(entry.name)) this.#look(path, entry.name)
    }
  }

  #watch(folder: string, hear: (name: string) => void): void {
    const watcher = watch(folder, { persistent: false }, (_event, name) => name !== null && hear(name))
    // One that is taken away says so by its parent.
    watcher.on('error', () => undefined)
    this.#watchers.push(watcher)
  }

  #look(path: string, name: string): void {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory() === true && isOwn(name)) this.#add(path)
    if (found?.isFile() !== true || !isRead(name)) return
    const seen = this.#seen.get(path)
    if (seen === undefined) this.#seen.set(path, found.ino)
    else if (seen !== found.ino) {
      this.#seen.set(path, 0)
      this.#tell()
    }
  }

  /** Once for all that are saved together. */
  #tell(): void {
    clearTimeout(this.#telling)
    this.#telling = setTimeout(() => appendFileSync(this.file, '.'), together)
  }
}

function isOwn(name: string): boolean {
  return name !== 'node_modules' && !name.startsWith('.')
}

function isRead(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json)$/.test(name)
}

// ms: shorter than Node's own wait.
const together = 50
// Enough for a project; not for a home that holds many.
const mostFolders = 1_000
