import type { ApplicationMap, MappedScreen } from './application-map.ts'

/**
 * Draws a map as a Mermaid flowchart, which code hosts show in Markdown: each screen with its lengths, each answer as an
 * arrow, dotted where the screen was not walked again by that way. Payments are stadiums, failed sessions hexagons, and what
 * has a finding is drawn with a thick line.
 *
 * @example
 * writeFileSync('map.mmd', mermaidOf(await mapApplication(app)))
 */
export function mermaidOf({ screens, findings }: ApplicationMap): string {
  const marked = screens.filter(({ id }) => findings.some(({ screen, isHint }) => screen === id && isHint !== true))
  const arrows = screens.flatMap(({ id, answers }) =>
    [...Map.groupBy(answers, ({ to, notWalked }) => `${notWalked === true ? '-.->' : '-->'} ${to}`)].map(
      ([key, all]) => {
        const [arrow, to = ''] = key.split(' ')
        const labels = all.map(({ answer }) => short(answer, longestAnswer))
        const said =
          labels.length > mostLabels
            ? `${labels.slice(0, mostLabels - 1).join(', ')} and ${labels.length - mostLabels + 1} more`
            : labels.join(', ')
        return `  ${nodeOf(id)} ${arrow}|"${said}"| ${nodeOf(to)}`
      },
    ),
  )
  return [
    'flowchart TD',
    ...screens.map((screen) => `  ${nodeOf(screen.id)}${shapeOf(screen)}`),
    ...arrows,
    ...(marked.length === 0
      ? []
      : ['  classDef found stroke-width:3px', `  class ${marked.map(({ id }) => nodeOf(id)).join(',')} found`]),
    '',
  ].join('\n')
}

/** Mermaid takes ids that begin with a word of its own for that word, as in `end-of-the-month`. */
function nodeOf(id: string): string {
  return `s-${id}`
}

function shapeOf({ kind, text, lengths, pays }: MappedScreen): string {
  const [line = ''] = text.split('\n')
  const measured = Object.entries(lengths).map(([channel, length]) => `${channel} ${length}`)
  const label = [
    short(line, longestTitle),
    ...(pays === null ? [] : [`asks for ${pays.amount}`]),
    measured.join(', '),
  ].join('<br>')
  if (kind === 'payment') return `(["${label}"])`
  if (kind === 'failure') return `{{"${label}"}}`
  return kind === 'end' ? `("${label}")` : `["${label}"]`
}

/** As much as fits, with what Mermaid would read as its own written as an entity. */
function short(text: string, longest: number): string {
  const clipped = text.length > longest ? `${text.slice(0, longest - 3)}...` : text
  return clipped.replaceAll(/[^\p{L}\p{N} .,:?!'/+*()-]/gu, (other) => `#${other.codePointAt(0)};`)
}

const longestTitle = 40
const longestAnswer = 24
const mostLabels = 4
