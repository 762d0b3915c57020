import { anyOf, basic, secretPath } from '../../../src/verify/index.ts'

export const verify = anyOf(
  secretPath(process.env.PUSH_SECRET),
  basic({ username: 'pushes', password: process.env.PUSH_PASSWORD }),
)
