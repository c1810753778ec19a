import './look/look.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { language, setLanguage } from './text/index.svelte';

setLanguage(language());
mount(App, { target: document.getElementById('app')! });
