/** Shown until there is a user. `method="post"` keeps the password out of the address if the script does not run. */
export const SETUP_FORM = page(`
    <h1>Set up Lectern</h1>
    <p id="intro">Create the first administrator account. You can add more users later.</p>
    <noscript><p class="problem">This page needs JavaScript.</p></noscript>
    <form id="form" method="post">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required autofocus>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="new-password" minlength="12"
        aria-describedby="password-rule" required>
      <p id="password-rule" class="hint">12 to 256 characters. A few unrelated words are easy to remember.</p>
      <label for="repeated">Confirm password</label>
      <input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
      <p id="problem" class="problem" role="alert" tabindex="-1" hidden></p>
      <button id="send" type="submit">Create account</button>
    </form>
    <script src="/setup.js" defer></script>`);

/** Shown after the first user was created. */
export const SETUP_DONE = page(`
    <h1>Lectern is set up</h1>
    <p>This page is only for the first administrator. An administrator can add more users.</p>
    <p><a href="/">Go to Lectern</a></p>`);

function page(main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Set up Lectern</title>
  <link rel="icon" href="/favicon.svg">
  <link rel="stylesheet" href="/setup.css">
</head>
<body>
  <main>${main}
  </main>
</body>
</html>
`;
}
