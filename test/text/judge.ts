import { createRequire } from 'node:module'
import type { Expression } from './expressions.ts'

// In a thread of its own, where coverage does not slow it down: the native engine, or, where there is none for the machine, the
// same in plain JavaScript. It is read when it is needed, after this.
process.env.RECHECK_SYNC_BACKEND = 'synckit'
const require = createRequire(import.meta.url)

/** Of what judges: the same version says the same of the same expression. */
export const { version }: { readonly version: string } = require('recheck/package.json')

/** Bounded by counts alone: a busy machine must not find what an idle one does not. */
const settings = {
  randomSeed: 1,
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  mutationTimeout: null,
  attackTimeout: null,
} as const

/** What is said of an expression for which some text costs more than its length: the text, and where it stands. */
export function problemOf({ source, flags, where }: Expression): string | undefined {
  const { checkSync }: typeof import('recheck') = require('recheck')
  const found = checkSync(source, flags, settings)
  if (found.status === 'safe') return undefined
  const why = found.status === 'vulnerable' ? `${found.complexity.summary}, by ${found.attack.pattern}` : 'not known'
  return `${where} /${source}/${flags}: ${why}`
}

/** As it is written. */
export const textOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string => `/${source}/${flags}`
