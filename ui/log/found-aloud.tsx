import { useEffect, useState } from 'preact/hooks'
import { question } from '../state/address.ts'
import { rows, stream } from '../state/log/rows.ts'
import { texts } from '../texts/index.ts'
import { found } from './found.ts'

/** ms: a search is told once nobody types any more; rows that come by themselves are told now and then. */
const told = { search: 1_000, rows: 15_000 }

/** How many rows there are, for those who hear the page: not at each row that comes. Nothing stands there that isn't so. */
export function FoundAloud() {
  const q = question.value
  const words = stream.value === 'opening' ? '' : texts.foundAloud(found.value.length, rows.value.length)
  const [said, setSaid] = useState({ q, words: '' })
  const isStale = said.words !== words
  useEffect(() => {
    if (!isStale) return undefined
    const say = () => setSaid({ q, words: texts.foundAloud(found.value.length, rows.value.length) })
    const timer = setTimeout(say, said.q === q && said.words !== '' ? told.rows : told.search)
    return () => clearTimeout(timer)
  }, [q, isStale, said])
  return (
    <p role="status" class="sr-only">
      {isStale ? '' : said.words}
    </p>
  )
}
