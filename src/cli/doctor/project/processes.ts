import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, fine, skipped, warning } from '../finding.ts'
import type { PackageFile } from './package-file.ts'

/** Whether two processes would be started on one SQLite file, or have it open now. @param file of the store */
export function processFindings(folder: string, file: string, packageFile: PackageFile): readonly Finding[] {
  const [said] = [
    ...packageFile.scripts.filter(startsSeveral).map(() => 'A script of package.json'),
    ...configFiles(folder).filter((name) => severalInFile.test(readFileSync(join(folder, name), 'utf8'))),
  ]
  const remedy = 'Start one process, or keep the store in PostgreSQL, which many may share.'
  if (said !== undefined) {
    return [warning('processes', `${said} starts several processes, and SQLite has one owner: others wait.`, remedy)]
  }
  const holders = holdersOf(file)
  if (holders === undefined) return [skipped('processes', 'Only Linux tells which processes have a file open.')]
  if (holders.length < 2)
    return [fine('processes', holders.length === 0 ? 'none has the store open' : 'one has the store open')]
  const says = `${holders.length} processes have the store open (${holders.join(', ')}): only one works.`
  return [warning('processes', says, `${remedy} During a rolling deploy this passes.`)]
}

const severalInFile = /\binstances\b["']?\s*:\s*["']?(?!1\b)[\w-]|\breplicas\s*:\s*(?!1\b)\d/

/** `pm2 start app.js -i max`, in one of the commands of a script. */
function startsSeveral(script: string): boolean {
  return script.split(/[|&;]/).some((command) => {
    const words = command.split(/[\s=]/).filter((word) => word !== '')
    const at = words.findIndex((word) => word === '-i' || word === '--instances')
    const count = at === -1 ? undefined : words[at + 1]
    return words.some((word) => word.endsWith('pm2')) && count !== undefined && count !== '1'
  })
}

/** Files that say how many processes there are. */
function configFiles(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) =>
    /^(?:ecosystem\.config\.\w+|pm2\.(?:json|ya?ml)|(?:docker-)?compose\.ya?ml)$/.test(name),
  )
}

/** Ids of other processes that have a file open, as far as this user may see them; undefined where Linux isn't. */
function holdersOf(file: string): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined
  return readdirSync('/proc').filter(
    (id) => /^\d+$/.test(id) && id !== String(process.pid) && openFiles(id).includes(file),
  )
}

function openFiles(id: string): readonly string[] {
  const folder = `/proc/${id}/fd`
  try {
    return readdirSync(folder).map((name) => linkOf(join(folder, name)))
  } catch {
    // Of another user, or gone.
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since.
    return ''
  }
}
