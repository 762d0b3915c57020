import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { texts } from '../../ui/texts/later.ts'

const apart = ['index.ts', 'later.ts', 'profiles.ts']
const files = readdirSync('ui/texts').filter((name) => !apart.includes(name))

describe('the texts of the page', () => {
  it('are one object, in which no text of a file takes the place of another file’s', () => {
    const own = files.flatMap((name) => {
      const [, exported = ''] = readFileSync(`ui/texts/${name}`, 'utf8').split(/^export const \w+ = \{/m)
      return [...exported.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key)
    })
    const said = own.filter((key) => key !== undefined && key in texts)
    expect(said.toSorted()).toEqual(Object.keys(texts).toSorted())
  })
})
