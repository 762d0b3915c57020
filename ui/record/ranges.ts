import { pins } from '../state/address.ts'
import { roots, rows } from '../state/log/rows.ts'
import type { Row } from '../state/types.ts'

/** A test by what runs it, or what no runner is needed for. */
export const forms = ['node', 'vitest', 'dialogue', 'page'] as const

export type Form = (typeof forms)[number]

/** As what a form is recorded, for the simulator. */
export function recordedAs(form: Form) {
  return form === 'node' || form === 'vitest' ? ({ as: 'test', runner: form } as const) : ({ as: form } as const)
}

/** In a project only what its own tests are run by. */
export function formsFor(runner: 'node' | 'vitest' | null): readonly Form[] {
  return forms.filter((form) => recordedAs(form).as !== 'test' || runner === null || form === runner)
}

/** Which rows are recorded. */
export interface Range {
  readonly id: 'story' | 'phone' | 'pinned'
  /** Their numbers. */
  readonly rows: readonly number[]
}

/** What may be recorded around a row; a test knows the application alone, so calls are no part of it. */
export function rangesOf({ id, about }: Pick<Row, 'id' | 'about'>, form: Form): readonly Range[] {
  const root = roots.value.get(id)
  const all: readonly { readonly id: Range['id']; readonly isIn: (row: Row) => boolean }[] = [
    { id: 'story', isIn: (row) => roots.value.get(row.id) === root },
    { id: 'phone', isIn: (row) => about.mobile !== undefined && row.about.mobile === about.mobile },
    { id: 'pinned', isIn: (row) => pins.value.includes(row.id) },
  ]
  return all
    .map((range) => ({
      id: range.id,
      rows: rows.value
        .filter((row) => range.isIn(row) && (recordedAs(form).as !== 'test' || row.direction === 'push'))
        .map((row) => row.id),
    }))
    .filter((range) => range.rows.length > 0)
}

/** A file's name of a title. */
export function nameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return name.slice(0, 60) || 'recorded'
}

/** What is written between commas. */
export function textsIn(written: string): readonly string[] {
  return written
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
