import { formatTable } from '../../src/cli/look/table.ts'
import { worstCases } from './all-cases.ts'
import { type Cost, costOf } from './cost.ts'

/** Feeds every parser its worst 64 KB and 1 MB, and prints what the worst of each costs. `--only <part of a name>`. */
const [, , flag, only = ''] = process.argv
const wanted = worstCases.filter(({ parser }) => flag !== '--only' || parser.includes(only))

const worst = new Map<string, { readonly input: string; readonly cost: Cost }>()
for (const one of wanted) {
  const cost = await costOf(one, 64 * 1024)
  const known = worst.get(one.parser)
  if (known === undefined || weight(cost) > weight(known.cost)) worst.set(one.parser, { input: one.input, cost })
}

const rows = [...worst].map(([parser, { input, cost }]) => [
  parser,
  input,
  cost.small.toFixed(1),
  cost.large.toFixed(1),
  cost.ratio.toFixed(0),
])
console.log(formatTable(['parser', 'its worst input', '64 KB, ms', '1 MB, ms', 'ratio'], rows))
const squares = [...worst.values()].filter(({ cost }) => cost.square)
console.log(
  `\n${wanted.length} inputs; ${squares.length} parsers that cost the square: a straight line is a ratio of 16, a square 256`,
)
process.exit(squares.length === 0 ? 0 : 1)

/** A square is worse than any straight line. */
function weight({ large, ratio, square }: Cost): number {
  return square ? ratio * 1_000_000 : large
}
