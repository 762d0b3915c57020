import { FMW_UNFINISHED } from '../../admin/errors.ts'
import type { SeenProgress } from '../../admin/seen/bulk.ts'
import { showJson, type Terminal } from '../terminal.ts'

/** Prints what was done with many, also where the store failed in between. The command fails then all the same. */
export async function bulkInJson(
  name: 'redriven' | 'settled',
  work: Promise<SeenProgress>,
  terminal: Terminal,
): Promise<void> {
  const show = ({ done, skipped, total }: SeenProgress, more: object = {}) =>
    terminal.out(showJson({ [name]: done, skipped, total, ...more }, 2))
  try {
    show(await work)
  } catch (error) {
    if (error instanceof FMW_UNFINISHED) show(error, { unfinished: true })
    throw error
  }
}
