import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeWireTime } from '../../../src/client/messages/outgoing-message.ts'
import { readDate } from '../../../src/text/read-date.ts'

describe('a time on the wire', () => {
  it('is in GMT, without a zone, and cut to the second', () => {
    expect(writeWireTime(new Date('2030-01-31T10:30:59.999+02:00'))).toBe('2030-01-31 08:30:59')
  })

  it('is read back as it was written', () => {
    const times = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(times, (time) => {
        expect(readDate(writeWireTime(time))?.getTime()).toBe(Math.floor(time.getTime() / 1000) * 1000)
      }),
    )
  })
})
