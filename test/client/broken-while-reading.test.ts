import { expect, it } from 'vitest'
import { connectionFailure } from '../../src/client/connection-failure.ts'

it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ECONNREFUSED'])(
  '%s of a connection that stood may come after the request has left',
  (code) => {
    for (const [syscall, isUncertain] of [
      ['connect', false],
      ['read', true],
      ['write', true],
    ] as const) {
      const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
      expect(connectionFailure(new TypeError('fetch failed', { cause }))).toMatchObject({
        code: 'FMW_CALL_UNREACHABLE',
        isUncertain,
      })
    }
  },
)
