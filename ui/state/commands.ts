import { signal } from '@preact/signals'

/** Something that can be done: by its button, by its keys, and from the palette. */
export interface Command {
  readonly name: string
  /** Other words for it, that somebody may look for. */
  readonly also?: string
  /** As they are pressed: `/`, `j`, `g l`. */
  readonly keys?: string
  /** Of what lies over the rest: its key is meant for it first. */
  readonly isOnTop?: boolean
  readonly run: () => void
  /** Left out: always. */
  readonly isPossible?: () => boolean
}

/** A command, and whether it can be done as things are now. */
export type Offered = Command & { readonly isUsable: boolean }

/** Which dialog is open. */
export const dialog = signal<DialogName | undefined>(undefined)

export type DialogName = 'palette' | 'keys' | 'edit' | 'record' | 'save' | 'played'

/** Closes a dialog, where another hasn't taken its place already. */
export function closeDialog(name: DialogName): void {
  if (dialog.value === name) dialog.value = undefined
}

/** The key beside K that shows everything by name: which one depends on the machine. */
export const paletteKeys = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

/** What commands are about: the list of keys has a heading for each. */
export const groups = ['phones', 'log', 'row', 'views', 'time', 'map', 'rest'] as const

type Group = (typeof groups)[number]

const commands = new Map<string, Command & { readonly group: Group }>()

/** Each view says what it can do; a later one of the same name takes the place of the earlier. */
export function addCommands(group: Group, ...added: readonly Command[]): void {
  for (const command of added) commands.set(command.name, { ...command, group })
}

const sources: { readonly group: Group; readonly source: () => readonly Command[] }[] = []

/** What can be done as things are now. */
export function addCommandSource(group: Group, source: () => readonly Command[]): void {
  sources.push({ group, source })
}

/** Everything that has a key, whether or not it can be done as things are now. */
export function keysOfGroup(group: Group): readonly Offered[] {
  return allCommands()
    .filter((command) => command.group === group && command.keys !== undefined)
    .map((command) => ({ ...command, isUsable: canBeDone(command) }))
}

export function possibleCommands(): readonly Command[] {
  return allCommands().filter(canBeDone)
}

/**
 * What a search by words finds, the nearest first: a name that begins so, words that begin so, and what only has it in it. What
 * can't be done now is found too, so that nothing else is taken for it.
 */
export function searchCommands(wanted: string): readonly Offered[] {
  const words = wanted
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return allCommands()
    .map((command) => ({ ...command, isUsable: canBeDone(command), distance: distanceOf(command, words) }))
    .filter((command) => command.distance < far && (command.isUsable || words.length > 0))
    .toSorted((one, other) => one.distance - other.distance)
}

function distanceOf({ name, also = '' }: Command, words: readonly string[]): number {
  const [called, known] = [name.toLowerCase(), `${name} ${also}`.toLowerCase()]
  const begin = (text: string) => words.every((word) => ` ${text.replaceAll(/[:(]/g, ' ')}`.includes(` ${word}`))
  if (called.startsWith(words.join(' '))) return 0
  if (begin(called)) return 1
  if (begin(known)) return 2
  return words.every((word) => known.includes(word)) ? 3 : far
}

const far = 4

function allCommands(): readonly (Command & { readonly group: Group })[] {
  const now = sources.flatMap(({ group, source }) => source().map((command) => ({ ...command, group })))
  return [...commands.values(), ...now]
}

function canBeDone({ isPossible }: Command): boolean {
  return isPossible?.() !== false
}

/** ms that the second of two keys may come after the first: for slow hands too. */
const apart = 2_000

let before = ''
let forget: ReturnType<typeof setTimeout> | undefined

/** Runs the command of a key, where it isn't meant for a field or a dialog. */
export function pressed(event: KeyboardEvent): void {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    dialog.value = dialog.value === 'palette' ? undefined : 'palette'
    return
  }
  if (event.metaKey || event.ctrlKey || event.altKey || dialog.value !== undefined) return
  if (event.key === 'Escape' && event.target instanceof HTMLElement && event.target.matches(typedOn)) {
    event.target.blur()
    return
  }
  if (isTyped(event)) return
  const chord = `${before} ${event.key}`
  const command = commandOf(chord) ?? commandOf(event.key)
  before = command === undefined && event.key.length === 1 ? event.key : ''
  clearTimeout(forget)
  forget = setTimeout(() => {
    before = ''
  }, apart)
  if (command === undefined) return
  event.preventDefault()
  command.run()
}

function commandOf(keys: string): Command | undefined {
  const meant = possibleCommands().filter((command) => command.keys === keys)
  return meant.find(({ isOnTop }) => isOnTop === true) ?? meant[0]
}

/** Whether a key belongs to what has the focus: a field, and Enter or Space on a button, but for the row that is chosen already. */
function isTyped({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('dialog[open]') !== null) return true
  if (target.matches('[type=checkbox]')) return key === ' '
  if (target.matches('[type=range]')) return movesAlong.has(key)
  // Letters go to the option that begins so.
  if (target.matches('select')) return key !== 'Escape' && key !== '/' && key !== '?'
  if (target.matches('input, textarea, [contenteditable]')) return true
  return (
    (key === 'Enter' || key === ' ') &&
    target.matches('button:not([data-row][aria-current=true]), a, summary, [role=tab]')
  )
}

/** What Escape leads out of, so that the page's keys work: what was typed stays. A popover closes by itself. */
const typedOn = ':is(input, textarea, [data-keys]):not([type=checkbox], [type=range], dialog *, [popover] *)'

const movesAlong = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])
