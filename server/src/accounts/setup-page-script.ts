/** Runs in the browser. The token comes after the `#`, the part of an address that is sent to no server. */
export const SETUP_SCRIPT = `'use strict';
const byId = (id) => document.getElementById(id);
const form = byId('form');
const token = () => new URLSearchParams(location.hash.slice(1)).get('token') || '';

const showProblem = (text) => {
  byId('problem').textContent = text;
  byId('problem').hidden = false;
};

const ask = async (path, options) => {
  const response = await fetch('/api/v1/auth/' + path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer.data;
};

const makeAccount = async () => {
  const { csrf_token } = await ask('csrf');
  return ask('setup', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token },
    body: JSON.stringify({ token: token(), email: byId('email').value, password: byId('password').value }),
  });
};

const showDone = ({ user }) => {
  history.replaceState(null, '', '/setup');
  byId('who').textContent = user.email;
  byId('intro').hidden = true;
  form.hidden = true;
  byId('done').hidden = false;
  byId('done').focus();
};

const checkLink = () => {
  byId('send').disabled = token() === '';
  byId('problem').hidden = token() !== '';
  if (token() === '') showProblem("Open the whole set-up link that the server printed to its log: the part after the # is missing.");
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  byId('problem').hidden = true;
  if (byId('password').value !== byId('repeated').value) {
    showProblem('The two passwords differ.');
    byId('repeated').focus();
    return;
  }
  byId('send').disabled = true;
  try {
    showDone(await makeAccount());
  } catch (error) {
    showProblem(error instanceof TypeError || error instanceof SyntaxError ? 'The server does not answer. Try again.' : error.message);
    byId('send').disabled = false;
  }
});
addEventListener('hashchange', checkLink);
checkLink();
`;
