/** The administrator of a service that a test starts. */
export const ADMIN = { email: 'admin@lectern.example', password: 'correct horse battery staple' };
