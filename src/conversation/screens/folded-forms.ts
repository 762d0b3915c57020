import type { Finding } from './finding.ts'
import { type FitSettings, graphemesOf } from './room.ts'
import { written } from './written.ts'

/**
 * Tells of the first of some texts that has characters which are shown in another form, with those of all; undefined where
 * none has.
 */
export function foldedIn(
  texts: readonly { readonly text: string; readonly name?: string | undefined }[],
  characters: FitSettings['characters'],
  isSensitive: boolean,
): Finding | undefined {
  if (characters === 'keep') return undefined
  const forms = new Map<string, string>()
  let first: (typeof texts)[number] | undefined
  for (const given of texts) {
    for (const [character, form] of formsIn(given.text, characters)) {
      first ??= given
      forms.set(character, form)
    }
  }
  if (first === undefined) return undefined
  const setting = characters === 'gsm7' ? "set characters: 'keep'" : "leave out characters: 'ascii'"
  const found = isSensitive ? `${forms.size} characters` : shownForms(forms)
  const fix = isSensitive ? `write it in letters that phones have, or ${setting}` : `${insteadOf(forms)}, or ${setting}`
  return { kind: 'folded', of: first.name, text: first.text, found, fix }
}

/** What readers take for characters that are shown in another form, each with that form; empty where it is dropped. */
export function formsIn(text: string, characters: FitSettings['characters']): ReadonlyMap<string, string> {
  const forms = new Map<string, string>()
  for (const { segment } of graphemesOf(text)) {
    if (blank.test(segment) || forms.has(segment)) continue
    const shown = written(`.${segment}.`, characters).slice(1, -1)
    if (shown !== segment.normalize()) forms.set(segment, shown)
  }
  return forms
}

/** The first of the characters, for a list of them. */
export function charactersOf(forms: ReadonlyMap<string, string>): string {
  return [...forms.keys()].slice(0, mostForms).join(' ')
}

function shownForms(forms: ReadonlyMap<string, string>): string {
  return firstOf(forms, (character, form) => (form === '' ? `${character} dropped` : `${character} as ${form}`))
}

/** What to write for characters that are shown in another form. */
export function insteadOf(forms: ReadonlyMap<string, string>): string {
  return firstOf(forms, (character, form) => {
    if (form === '') return `leave out ${character}`
    return `write ${form === '?' ? 'another character' : form} in place of ${character}`
  })
}

function firstOf(forms: ReadonlyMap<string, string>, shown: (character: string, form: string) => string): string {
  const first = [...forms].slice(0, mostForms).map(([character, form]) => shown(character, form))
  return first.join(', ') + (forms.size > mostForms ? ', …' : '')
}

const blank = /^\s+$/
const mostForms = 5
