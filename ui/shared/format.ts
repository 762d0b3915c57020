/** 12 ms, 6.0 s. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** 14:07:31, as this machine's clock shows it. */
export function timeOfDay(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}

/** 24 Nov 2026, 14:07:31. By hand, and so is `grouped`: the first thing that a page asks of `Intl` takes longer than its first view. */
export function dayAndTime(at: number): string {
  const [, month, day, year] = new Date(at).toDateString().split(' ')
  return `${Number(day)} ${month} ${year}, ${timeOfDay(at)}`
}

/** 10,000 */
export function grouped(count: number | string): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** 0:41 */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** 3 d 1 h, 5 min, 60 s. */
export function span(ms: number): string {
  const parts = units
    .map(({ name, size, of }) => ({ name, count: Math.floor(ms / size) % of }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
  return parts.slice(0, 2).join(' ')
}

const units = [
  { name: 'd', size: 86_400_000, of: Number.POSITIVE_INFINITY },
  { name: 'h', size: 3_600_000, of: 24 },
  { name: 'min', size: 60_000, of: 60 },
  { name: 's', size: 1_000, of: 60 },
]

/** 1,234,567.50 */
export function money(amount: number): string {
  const [whole = '', part] = amount.toFixed(2).split('.')
  return `${grouped(whole)}.${part}`
}

/** As the first words of a sentence. */
export function begun(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function bytes(count: number): string {
  return count < 1_024 ? `${count} B` : `${(count / 1_024).toFixed(1)} KB`
}

/**
 * A text from the wire as it is: what steers a terminal, turns the direction or has no width stands there as its number.
 * Lines and tabs stay.
 */
export function visible(text: string): string {
  return text.replaceAll(
    hidden,
    (character) => `‹${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  )
}

// Not the line feed and the tab. DI are the code points that are ignored in drawing; U+2800 is a pattern of Braille without a dot.
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2028\u2029\u2800]/gu
