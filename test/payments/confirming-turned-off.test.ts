import { expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { down, payingService } from './paying-service.ts'
import { idOf, openShop, sqliteFile } from './shop.ts'

it('a callback that waited for the service is told plainly, and once, where nobody is asked after a restart', async () => {
  const file = sqliteFile()
  const service = await payingService()
  const first = await openShop({ store: sqliteStore(file) }, { service })
  const url = await first.create()
  service.answerWith(down)
  await first.push({}, url)
  await first.until(idOf('paid'), 'waiting')
  await first.app.close()
  const second = await openShop({ store: sqliteStore(file), confirmWith: false }, { service })
  await second.until(idOf('paid'), 'done')
  await second.push({}, url)
  await second.untilTold(1, 1)
  expect(
    second.told.map(({ event, attempt }) => [event.outcome, event.evidence, event.needsReview, attempt]),
  ).toMatchObject([['paid', 'signed', [], { entryId: idOf('paid'), conflictsWith: null }]])
})
