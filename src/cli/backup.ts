import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { type BackupStep, sqliteBackup } from '../store/sqlite/index.ts'
import { printable } from '../text/clean-text.ts'
import { withExamples, withJson } from './command.ts'
import { fileNamed } from './files.ts'
import { withStoreOption } from './look/look-args.ts'
import { showTime } from './look/read-time.ts'
import { Progress } from './progress.ts'
import { showJson, type Terminal, UsageError } from './terminal.ts'

interface BackupValues {
  readonly store?: string
  readonly to: string
  readonly json?: boolean
}

/** `fastify-merchant-webhooks backup`: both files of a SQLite store as they are at one moment, beside the application. */
export function define(backup: Command, terminal: Terminal): void {
  withJson(withStoreOption(backup, 'a SQLite file'))
    .requiredOption('--to <folder>', 'folder for the copies; created if missing')
    .action((values: BackupValues) => backUp(values, terminal))
  withExamples(
    backup,
    'backup --store merchant.db --to /backup/monday',
    'backup --to /backup/monday --json',
  ).addHelpText('after', '\nThe application goes on. PostgreSQL has pg_dump for this.')
}

async function backUp({ store = '', to, json }: BackupValues, terminal: Terminal): Promise<void> {
  if (store === '') throw new UsageError('Name the store: --store merchant.db, or MERCHANT_STORE.')
  if (/^postgres(?:ql)?:\/\//i.test(store)) {
    throw new UsageError(
      'A PostgreSQL store is backed up with its own pg_dump, as in: pg_dump --schema=merchant --format=custom.',
    )
  }
  if (to.trim() === '') throw new UsageError('--to takes a folder.')
  fileNamed(store)
  if (statSync(to, { throwIfNoEntry: false })?.isFile())
    throw new Error(`--to: ${printable(to)} is a file, not a folder.`)
  const progress = json === true ? undefined : new Progress(terminal, 'MiB copied')
  const onProgress = ({ copied, total }: BackupStep) => progress?.draw(mebibytes(copied), mebibytes(total))
  const done = await sqliteBackup(store, to, { onProgress }).finally(() => progress?.end())
  if (json === true) return terminal.out(showJson(done, 2))
  terminal.out(`Both files as they were at ${showTime(done.at)} GMT, checked:`)
  for (const { file, bytes } of done.files) terminal.out(`  ${printable(file)}  ${mebibytes(bytes)} MiB`)
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1_048_576)
}
