declare module 'fxa-common-password-list' {
  /** The 50,000 most common passwords of eight characters and more, in small letters. */
  const list: { test(password: string): boolean };
  export default list;
}
