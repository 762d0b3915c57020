import { basic, secretHeader, secretQuery } from '../../../src/verify/index.ts'

export const header = secretHeader('x-push-token', process.env.PUSH_SECRET?.split(','))
export const query = secretQuery('key', process.env.PUSH_SECRET?.split(','))
export const login = basic(
  (process.env.PUSH_PASSWORD ?? '').split(',').map((password) => ({ username: 'pushes', password })),
)
