/** Two texts beside each other, a mark between lines that differ, in so many columns. */
export function sideBySide(expected: string, found: string, columns = 80): string {
  const width = Math.floor((columns - 3) / 2)
  const rows: readonly Row[] = [
    { left: 'expected', right: 'found', mark: ' ' },
    { left: '-'.repeat(width), right: '-'.repeat(width), mark: ' ' },
    ...aligned(linesOf(expected, width), linesOf(found, width)),
  ]
  return rows.map(({ left, right, mark }) => `${left.padEnd(width)} ${mark} ${right}`.trimEnd()).join('\n')
}

interface Row {
  readonly left: string
  readonly right: string
  readonly mark: string
}

/** Lines that are the same stand beside each other. */
function aligned(left: readonly string[], right: readonly string[]): readonly Row[] {
  const rows: Row[] = []
  let [at, beside] = [0, 0]
  for (const [one, other] of [...commonLines(left, right), [left.length, right.length] as const]) {
    for (; at < one || beside < other; at += 1, beside += 1) {
      const [own, its] = [at < one ? left[at] : undefined, beside < other ? right[beside] : undefined]
      rows.push({ left: own ?? '', right: its ?? '', mark: own === undefined ? '>' : its === undefined ? '<' : '|' })
    }
    ;[at, beside] = [one + 1, other + 1]
    const same = left[one]
    if (same !== undefined) rows.push({ left: same, right: same, mark: ' ' })
  }
  return rows
}

/** The longest list of lines that both have, in their order: their places. */
function commonLines(left: readonly string[], right: readonly string[]): readonly (readonly [number, number])[] {
  const rest = left.map(() => new Uint16Array(right.length + 1)).concat([new Uint16Array(right.length + 1)])
  const lengthAt = (one: number, other: number): number => rest[one]?.[other] ?? 0
  for (let one = left.length - 1; one >= 0; one -= 1) {
    for (let other = right.length - 1; other >= 0; other -= 1) {
      const isSame = left[one] === right[other]
      rest[one]?.fill(
        isSame ? lengthAt(one + 1, other + 1) + 1 : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1)),
        other,
        other + 1,
      )
    }
  }
  const found: (readonly [number, number])[] = []
  for (let one = 0, other = 0; one < left.length && other < right.length; ) {
    if (left[one] === right[other]) found.push([one++, other++])
    else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one += 1
    else other += 1
  }
  return found
}

/** A screen is short; of what isn't, the beginning says enough. */
function linesOf(text: string, width: number): readonly string[] {
  const lines = text.split('\n').flatMap((line) => wrapped(line.trimEnd(), width))
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), `(${lines.length - mostLines} more lines)`]
}

const mostLines = 200

function wrapped(line: string, width: number): readonly string[] {
  const characters = [...line]
  const count = Math.max(1, Math.ceil(characters.length / width))
  return Array.from({ length: count }, (_, at) => characters.slice(at * width, (at + 1) * width).join(''))
}
