import { describe, expect, it } from 'vitest'
import { loadRivals } from './rivals.ts'
import { dialling } from './wire.ts'

describe.each(await loadRivals())('a list of forty in $name', ({ openMenu }) => {
  it('leaves as one screen, which no phone can show', async () => {
    const items = Array.from({ length: 40 }, (_item, index) => ({
      label: `A thing of number ${index}`,
      value: `${index}`,
      amount: 1,
    }))
    const { Message } = await openMenu({ items }).run(dialling())
    expect(Message.length).toBeGreaterThan(800)
    expect(Message).toContain('40. A thing of number 39')
  })
})
