import ListModel
