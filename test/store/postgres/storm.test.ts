import { expect, it } from 'vitest'
import { freshDatabase, opened } from './bench.ts'
import { childOn } from './child.ts'

it('keeps one entry of a notification that comes a hundred times to each of four processes at once', async () => {
  const url = await freshDatabase()
  const { inbox } = await opened(url)
  const children = await Promise.all(Array.from({ length: 4 }, () => childOn(url, 'storm')))
  const told = (await Promise.all(children.map(({ told }) => told))).flat()
  const tally = (fits: (one: { status: string; isClaimed: boolean }) => boolean) =>
    told.filter((one) => typeof one === 'object' && one !== null && isTold(one) && fits(one)).length
  expect(told).toHaveLength(400)
  expect(tally(({ status }) => status === 'accepted')).toBe(1)
  expect(tally(({ status }) => status === 'repeated')).toBe(399)
  expect(tally(({ isClaimed }) => isClaimed)).toBe(1)
  expect((await inbox.list({ registration: 'default', limit: 10 })).entries).toMatchObject([
    { id: 'checkout:storm', state: 'running' },
  ])
  expect(await inbox.claim(10)).toEqual([])
})

function isTold(one: object): one is { status: string; isClaimed: boolean } {
  return 'status' in one && 'isClaimed' in one
}
