import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { notesOf } from '../../admin/notes.ts'
import { type Trail, type TrailEntry, trailJson } from '../../admin/trail.ts'
import { maskNumbers } from '../../text/phone.ts'
import { fields, text } from './body.ts'

/** Which lines a list has. Times are epoch ms. */
export const trailBody = fields({ since: Type.Optional(Type.Integer({ minimum: 0 })), cursor: Type.Optional(text) })

/** A page of what people did, masked. */
export async function listTrail(trail: Trail, { since, cursor }: Static<typeof trailBody>) {
  const { lines, next = null } = await trail.list({ since, cursor, limit: pageSize })
  return { lines: lines.map(shownLine), next }
}

/** What was done to one entry, masked: the newest; and the notes on it. */
export async function doneTo(trail: Trail, entry: string) {
  const { lines } = await trail.list({ entry, limit: mostOfEntry })
  return { trail: lines.map(shownLine), notes: await notesOf(trail, entry) }
}

/** `name` is what its entry is asked for by; null where there is none, or its id holds a phone. */
function shownLine(line: TrailEntry): object {
  const { entry } = line
  return { ...trailJson(line), name: entry !== null && maskNumbers(entry) === entry ? entry : null }
}

const pageSize = 50
const mostOfEntry = 20
