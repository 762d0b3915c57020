import { secretPath } from '../../../src/verify/index.ts'

export const verify = secretPath(process.env.PUSH_SECRET)
