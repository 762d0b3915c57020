import { secretPath } from '../../../src/verify/index.ts'

// PUSH_SECRET=the-current-one,an-old-one
export const verify = secretPath(process.env.PUSH_SECRET?.split(','))
